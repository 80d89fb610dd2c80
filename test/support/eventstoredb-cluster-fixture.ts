import type { EventStore } from '#libs/platform/event-store';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { ServerLog } from './eventstoredb-fixture-log.js';

/** Nodes of one cluster, of which one is the leader. */
export class EventStoreDbClusterFixture {
  private constructor(readonly nodes: readonly EventStoreDbFixture[]) {
    for (const node of nodes) node.members = nodes;
    this.elect();
  }

  static async start(store: EventStore, size = 3): Promise<EventStoreDbClusterFixture> {
    const log = new ServerLog(store);
    const start = (): Promise<EventStoreDbFixture> => EventStoreDbFixture.start(log);
    return new EventStoreDbClusterFixture(await Promise.all(Array.from({ length: size }, start)));
  }

  /** What a client connects to. */
  get connectionString(): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`);
    return `esdb://${hosts.join()}?tls=false`;
  }

  /** Who leads, or led until it went. */
  get leader(): EventStoreDbFixture {
    const [node] = this.nodes.filter(({ leader }) => leader === undefined);
    if (!node) throw new Error('a node leads itself');
    return node;
  }

  /** Breaks the connections of the leader, which takes no more. Until the election the others send everybody to it. */
  killLeader(): void {
    this.leader.network.refuse();
  }

  /** All nodes know that they have no leader. */
  loseLeader(): void {
    for (const node of this.nodes) node.fault = 'electing';
  }

  /** Another node that is there becomes leader; the only one remains it. */
  elect(): void {
    const alive = this.nodes.filter(({ network }) => !network.isRefusing);
    const next = alive.find(({ leader }) => leader !== undefined) ?? alive[0];
    for (const node of this.nodes) {
      node.fault = 'none';
      node.leader = node === next ? undefined : next;
    }
  }

  /** Nodes that were killed come back, as followers. */
  comeBack(): void {
    for (const { network } of this.nodes) network.heal();
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}
