import { isClosedPipe } from './closed-pipe.ts';

const guarded = new Set<NodeJS.WriteStream>();
let isProgram = false;

/** `packwright list x | head` must not end in an error: the reader has seen enough, and the program ends. */
export function endQuietlyOnClosedPipe(): void {
  isProgram = true;
}

/** Standard output. Making the stream takes milliseconds, so nobody asks for it who has nothing to say. */
export function standardOutput(): NodeJS.WriteStream {
  return guard(process.stdout);
}

/** Standard error, likewise. */
export function standardError(): NodeJS.WriteStream {
  return guard(process.stderr);
}

/** Whether all that was said is out. */
export function isAllSaid(): boolean {
  return [...guarded].every(({ writableLength }) => writableLength === 0);
}

function guard(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  if (!isProgram || guarded.has(stream)) return stream;
  guarded.add(stream);
  stream.on('error', (error) => {
    if (!isClosedPipe(error)) throw error;
    process.exit(0);
  });
  return stream;
}
