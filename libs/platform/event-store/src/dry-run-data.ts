import { dryRunUnderWay } from './dry-run.js';
import type { PersonalData } from './personal-data.js';

/** Encryption as it is, but in a dry run: no key is made for what is not kept. */
export class DryRunPersonalData implements PersonalData {
  /** @param check fails where `ensure` would, and makes no key */
  constructor(
    private readonly data: PersonalData,
    private readonly check: (subjects: Iterable<string>) => Promise<void>,
  ) {}

  ensure(subjects: Iterable<string>): Promise<void> {
    return dryRunUnderWay() ? this.check(subjects) : this.data.ensure(subjects);
  }

  prefetch(sealed: Iterable<string>): Promise<void> {
    return this.data.prefetch(sealed);
  }

  seal(subject: string, plaintext: string): string {
    return dryRunUnderWay()?.keepText(plaintext) ?? this.data.seal(subject, plaintext);
  }

  open(sealed: string): string | undefined {
    return this.opener(sealed)();
  }

  opener(sealed: string): () => string | undefined {
    const kept = dryRunUnderWay()?.keptText(sealed);
    return kept === undefined ? this.data.opener(sealed) : () => kept;
  }
}
