import type { GaugeSample, ProcessGauge } from '#libs/platform/service';
import type { WebhookStanding, WebhookStandings } from './webhook-standings.js';

const PAGE = 200;
const LABELS = ['webhook', 'firm'] as const;
/** One look serves all figures that are asked for together. */
const FRESH_MS = 1_000;
/** States as numbers, so that an alert can compare them. */
const DISABLED = { request: 1, gone: 2, failing: 3 } as const;

/** What `/metrics` says of webhooks, where they are delivered to. */
export function webhookGauges(
  standings: WebhookStandings,
  isWorking: () => boolean,
  now: () => number,
): readonly ProcessGauge[] {
  let looked: { readonly at: number; readonly found: Promise<WebhookStanding[]> } | undefined;
  const look = (): Promise<WebhookStanding[]> => {
    if (!isWorking()) return Promise.resolve([]);
    const at = performance.now();
    if (looked === undefined || at - looked.at > FRESH_MS) {
      // a store that is away takes these figures away, and no others
      looked = { at, found: all(standings).catch(() => []) };
    }
    return looked.found;
  };
  const gauge = (
    name: string,
    help: string,
    value: (standing: WebhookStanding) => number,
  ): ProcessGauge => ({
    name,
    help,
    labels: LABELS,
    samples: async () =>
      (await look()).map((standing): GaugeSample => {
        const { webhookId, firmId } = standing.webhook;
        return { labels: { webhook: webhookId, firm: firmId }, value: value(standing) };
      }),
  });
  return [
    gauge(
      'webhook_state',
      '0 enabled, 1 disabled on request, 2 its receiver is gone, 3 it has failed for three days.',
      ({ webhook: { enabled, disabledBecause } }) =>
        enabled ? 0 : DISABLED[disabledBecause ?? 'request'],
    ),
    gauge(
      'webhook_state_age_seconds',
      'Seconds since a webhook was enabled or disabled.',
      ({ webhook }) => since(webhook.stateSince, now()),
    ),
    gauge(
      'webhook_failing_seconds',
      'Seconds since the first attempt at the event that has not been taken for longest; 0: all are taken.',
      ({ webhook, failing }) =>
        webhook.enabled && failing !== undefined ? since(failing.failingSince, now()) : 0,
    ),
    gauge(
      'webhook_lag_seconds',
      'Seconds since the oldest event happened that has not been taken; 0: none waits.',
      ({ lagSeconds }) => lagSeconds,
    ),
  ];
}

function since(moment: string, now: number): number {
  return Math.max(0, now - Date.parse(moment)) / 1_000;
}

async function all(standings: WebhookStandings): Promise<WebhookStanding[]> {
  const found: WebhookStanding[] = [];
  for (let after: string | undefined; ;) {
    const page = await standings.list({ limit: PAGE, ...(after !== undefined && { after }) });
    found.push(...page.items);
    if (page.next === undefined) return found;
    after = page.next;
  }
}
