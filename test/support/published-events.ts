import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { features } from '#libs/application';
import { FeedContract } from '#libs/contexts/feed';
import { registryOf } from '#libs/platform/service';
import { onceInWorker } from './once-in-worker.js';

/** Everything that the features publish. */
export const contract = new FeedContract(registryOf(features));

function compiled(): Map<string, ValidateFunction> {
  const ajv = new Ajv2020({ allErrors: true });
  formats.default(ajv);
  ajv.addKeyword('x-extensible-enum');
  return new Map(Object.entries(contract.schemas()).map(([type, one]) => [type, ajv.compile(one)]));
}

/** Fails unless an event matches the schema of its type. */
export function checkPublishedEvent(event: unknown): void {
  const { type } = event as { readonly type: string };
  const valid = onceInWorker('published events', compiled).get(type);
  if (valid?.(event) === true) return;
  throw new Error(`${type} does not keep to its schema: ${JSON.stringify(valid?.errors)}`);
}

/** Fails unless a value matches a schema of the AsyncAPI document. @param path JSON pointer, such as `/components/messages/end/payload` */
export function checkByAsyncApi(path: string, value: unknown): void {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  ajv.addKeyword('x-extensible-enum');
  const valid = ajv
    .addSchema(contract.asyncApi(), 'asyncapi')
    .compile({ $ref: `asyncapi#${path}` });
  if (!valid(value)) throw new Error(`not as ${path} says: ${JSON.stringify(valid.errors)}`);
}
