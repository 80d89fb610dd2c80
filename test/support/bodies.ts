import { jane, signature } from '../../apps/ops/src/demo-bodies.js';

let unique = 0;

/** A name that is unique in this run: letters and digits, starting with a letter. */
export function uniqueName(prefix = 'n'): string {
  return `${prefix}${process.pid.toString(36)}${Date.now().toString(36)}${(++unique).toString(36)}`;
}

/** A social security number that passes the rules and the sandbox identity check. */
export function validSsn(): string {
  const serial = 1_000 + Math.floor(Math.random() * 8_000);
  const area = 100 + Math.floor(Math.random() * 500);
  return `${area}${10 + Math.floor(Math.random() * 80)}${serial}`;
}

/** A member with every required field, of legal age in every state. */
export function memberBody(
  fields: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return { ...jane(uniqueName('m')), tid: validSsn(), ...fields };
}

/** A signature sent as an image. */
export const signatureBody = signature;

export { advisoryPlanBody } from '../../apps/ops/src/demo-bodies.js';
