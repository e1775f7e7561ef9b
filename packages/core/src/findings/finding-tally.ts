import type { Finding } from '../contract/finding.ts';

/** Findings of one kind that are told one by one; a hostile table could otherwise cause millions. */
const mostPerKind = 8;

/** Reports the first findings of each kind in full, and of the rest only how many there are. */
export class FindingTally {
  readonly #report: (finding: Finding) => void;
  readonly #counts = new Map<string, { count: number; last: Finding }>();

  constructor(report: (finding: Finding) => void) {
    this.#report = report;
  }

  /** Counts a finding; it is only made when it is told. */
  add(code: string, make: () => Omit<Finding, 'code'>): void {
    const known = this.#counts.get(code);
    if (known !== undefined && known.count >= mostPerKind) {
      known.count++;
      return;
    }
    const finding: Finding = { code, ...make() };
    this.#counts.set(code, { count: (known?.count ?? 0) + 1, last: finding });
    this.#report(finding);
  }

  /** Tells how many findings of each kind were left out. */
  finish(): void {
    for (const [code, { count, last }] of this.#counts) {
      if (count <= mostPerKind) continue;
      const message = `Found ${count - mostPerKind} more entries with the finding ${code}, ${count} in all.`;
      this.#report({ severity: last.severity, code, message });
    }
  }
}
