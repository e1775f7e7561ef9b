// Run before each test file; a process that several files share adds the comparison once.
import './equal-bytes.ts';
