import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  Metadata,
  Server,
  ServerCredentials,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';

/** A server's errors for a wrong password and for a user without the right. */
export const REFUSALS = {
  unauthenticated: { code: status.UNAUTHENTICATED, details: 'Unauthenticated' },
  denied: { code: status.PERMISSION_DENIED, details: 'Access Denied', metadata: denied() },
} as const;

function denied(): Metadata {
  const metadata = new Metadata();
  metadata.set('exception', 'access-denied');
  return metadata;
}

/** An EventStoreDB that refuses every call. */
export class RefusingEventStoreDb {
  readonly #server = new Server();
  port = 0;

  static async start(refusal: keyof typeof REFUSALS): Promise<RefusingEventStoreDb> {
    const started = new RefusingEventStoreDb();
    const unary = (_: object, done: (error: object) => void): void => done(REFUSALS[refusal]);
    const stream = (call: { emit: (name: 'error', error: object) => void }): void =>
      call.emit('error', REFUSALS[refusal]);
    const add = (service: object, handlers: object): void =>
      started.#server.addService(
        service as Parameters<Server['addService']>[0],
        handlers as UntypedServiceImplementation,
      );
    add(ServerFeaturesService, { getSupportedMethods: unary });
    add(StreamsService, {
      ...{ read: stream, batchAppend: stream },
      ...{ append: unary, delete: unary, tombstone: unary },
    });
    started.port = await new Promise<number>((resolve, reject) => {
      const credentials = ServerCredentials.createInsecure();
      started.#server.bindAsync('127.0.0.1:0', credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    return started;
  }

  stop(): void {
    this.#server.forceShutdown();
  }
}
