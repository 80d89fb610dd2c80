import { afterAll, beforeAll } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import type { RawResponse } from '../../support/raw-request.js';
import { ServiceUnderTest } from '../../support/running-service.js';
import { Wire } from '../../support/wire.js';
import { makeWorld } from './world.js';
import type { Role, World, Write } from './write.js';

/** A service with a world, and a caller of each role. */
export class Sender {
  #service: ServiceUnderTest | undefined;
  #world: World | undefined;
  #stranger: BrokerageClient | undefined;
  readonly #wires = new Map<Role, Wire>();

  /** Starts the service before the cases of a file and stops it after them. */
  static ofThisFile(): Sender {
    const sender = new Sender();
    beforeAll(() => sender.#start());
    afterAll(() => sender.#service?.stop());
    return sender;
  }

  async #start(): Promise<void> {
    const service = await ServiceUnderTest.start({}, {}, { oddRequests: true });
    this.#service = service;
    for (const role of ['client', 'backoffice', 'operator'] as const) {
      this.#wires.set(role, new Wire(service, service.credentials.tokens[role]));
    }
    this.#world = await makeWorld(service);
    this.#stranger = (await service.otherFirm()).client;
  }

  get service(): ServiceUnderTest {
    if (this.#service === undefined) throw new Error('not started');
    return this.#service;
  }

  get world(): World {
    if (this.#world === undefined) throw new Error('not started');
    return this.#world;
  }

  /** The newest event that a request left: the same before and after says that nothing was stored. */
  head(): Promise<string> {
    return this.service.requestHead();
  }

  /** A write as another firm's client sends it. */
  async asStranger({ method, path, headers, body }: Write): Promise<ClientAnswer> {
    if (this.#stranger === undefined) throw new Error('not started');
    return this.#stranger.request(method, path, body(), headers);
  }

  /** Sends the text of a body as one of a write. */
  text({ role = 'client', method, path, headers }: Write, text: string): Promise<RawResponse> {
    const wire = this.#wires.get(role);
    if (wire === undefined) throw new Error('not started');
    return wire.send(method, path, text, headers);
  }

  get(path: string): Promise<RawResponse> {
    const wire = this.#wires.get('client');
    if (wire === undefined) throw new Error('not started');
    return wire.get(path);
  }

  json(write: Write, body: unknown): Promise<RawResponse> {
    return this.text(write, JSON.stringify(body));
  }
}
