import { Injectable } from '@nestjs/common';
import { accountDocuments } from '#libs/contexts/accounts';
import { memberDocuments } from '#libs/contexts/members';
import type { ArrivedRequest, Sandboxes } from '#libs/platform/http';
import { ReadModels } from '#libs/platform/read-models';
import { SandboxClocks } from '../clock.facts.js';
import { SandboxFaults } from './sandbox-faults.js';

/** What each request asks about sandboxes ([sandbox.faults], [sandbox.time]). */
@Injectable()
export class SandboxRequests implements Sandboxes {
  readonly #faults = new SandboxFaults();

  constructor(
    private readonly clocks: SandboxClocks,
    private readonly readModels: ReadModels,
  ) {}

  /** Ignores the headers of other callers. */
  playFault(state: ArrivedRequest): void {
    if (this.clocks.has(state.knownCaller?.firmId)) this.#faults.play(state);
  }

  async firmOf({
    accountnumber,
    loginid,
  }: Readonly<Record<string, string>>): Promise<string | undefined> {
    if (accountnumber !== undefined) {
      return (await this.readModels.of(accountDocuments).get(accountnumber))?.firmId;
    }
    if (loginid === undefined) return undefined;
    return (await this.readModels.of(memberDocuments).get(loginid))?.firmId;
  }
}
