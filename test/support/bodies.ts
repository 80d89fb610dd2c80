import { jane, signature } from '../../apps/ops/src/demo-bodies.js';

let unique = 0;

/** A text nobody else in this run uses: letters and digits, starting with a letter. */
export function uniqueName(prefix = 'n'): string {
  return `${prefix}${process.pid.toString(36)}${Date.now().toString(36)}${(++unique).toString(36)}`;
}

/** A social security number that passes the rules and the sandbox identity check. */
export function validSsn(): string {
  const serial = 1_000 + Math.floor(Math.random() * 8_000);
  const area = 100 + Math.floor(Math.random() * 500);
  return `${area}${10 + Math.floor(Math.random() * 80)}${serial}`;
}

/** A member with every required field; a person of legal age anywhere. */
export function memberBody(
  fields: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { ...jane(uniqueName('m')), tid: validSsn(), ...fields };
}

/** A signature by image. */
export const signatureBody = signature;

export { advisoryPlanBody } from '../../apps/ops/src/demo-bodies.js';
