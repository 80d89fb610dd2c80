import { accountDocuments } from '#libs/contexts/accounts';
import { memberDocuments } from '#libs/contexts/members';
import type { Sandboxes } from '#libs/platform/http';
import type { Platform } from '#libs/platform/service';

/** Which firms are sandboxes, and what is theirs. */
export function sandboxesOn({ clock, readModels }: Platform): Sandboxes {
  return {
    has: (firmId) => clock.has(firmId),
    ahead: (firmId) => clock.ahead(firmId),
    recordedWhen: (firmId, shown) => clock.recordedWhen(firmId, shown),
    shownWhen: (firmId, recorded) => clock.shownWhen(firmId, recorded),
    async firmOf({ accountnumber, loginid }) {
      if (accountnumber !== undefined) {
        return (await readModels.of(accountDocuments).get(accountnumber))?.firmId;
      }
      if (loginid === undefined) return undefined;
      return (await readModels.of(memberDocuments).get(loginid))?.firmId;
    },
  };
}
