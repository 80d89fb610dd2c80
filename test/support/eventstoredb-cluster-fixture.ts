import type { EventStore } from '#libs/platform/event-store';
import { EventStoreDbFixture } from './eventstoredb-fixture.js';
import { ServerLog } from './eventstoredb-fixture-log.js';

/** Nodes of one cluster, one of them the leader. */
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

  /** Connection string. */
  get connectionString(): string {
    const hosts = this.nodes.map(({ port }) => `127.0.0.1:${port}`);
    return `esdb://${hosts.join()}?tls=false`;
  }

  /** The leader, or the last one before it went down. */
  get leader(): EventStoreDbFixture {
    const [node] = this.nodes.filter(({ leader }) => leader === undefined);
    if (!node) throw new Error('a node leads itself');
    return node;
  }

  /** Breaks the leader's connections and refuses new ones. Until the election, the others still redirect clients to it. */
  killLeader(): void {
    this.leader.network.refuse();
  }

  /** All nodes know that there is no leader. */
  loseLeader(): void {
    for (const node of this.nodes) node.fault = 'electing';
  }

  /** Makes another live node the leader. A single node stays leader. */
  elect(): void {
    const alive = this.nodes.filter(({ network }) => !network.isRefusing);
    const next = alive.find(({ leader }) => leader !== undefined) ?? alive[0];
    for (const node of this.nodes) {
      node.fault = 'none';
      node.leader = node === next ? undefined : next;
    }
  }

  /** Restarts killed nodes, as followers. */
  comeBack(): void {
    for (const { network } of this.nodes) network.heal();
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}
