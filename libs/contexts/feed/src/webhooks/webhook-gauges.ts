import type { Clock } from '#libs/platform/kernel';
import type { GaugeSample, ProcessGauge } from '#libs/platform/service';
import type { WebhookDocument } from '../read-models/webhook.document.js';

const LABELS = ['webhook', 'firm'] as const;
/** States as numbers, so that an alert can compare them. */
const DISABLED = { request: 1, gone: 2, failing: 3 } as const;

/** A webhook as those see it who deliver to it. */
export interface LiveStatus {
  readonly webhook: WebhookDocument;
  /** When the oldest event happened that has not been taken, ISO-8601; undefined: there is none. */
  readonly waitingSince: string | undefined;
  /** When the first attempt was made at the event that has not been taken for longest, ISO-8601; undefined: none fails. */
  readonly failingSince: string | undefined;
}

/**
 * What `/metrics` says of webhooks, where they are delivered to: all of it from memory, however many there are.
 * @param statuses none while this process does not deliver
 */
export function webhookGauges(
  statuses: () => readonly LiveStatus[],
  clock: Clock,
): readonly ProcessGauge[] {
  const gauge = (
    name: string,
    help: string,
    value: (status: LiveStatus) => number,
  ): ProcessGauge => ({
    name,
    help,
    labels: LABELS,
    samples: () => {
      const samples = statuses().map((status): GaugeSample => {
        const { webhookId, firmId } = status.webhook;
        return { labels: { webhook: webhookId, firm: firmId }, value: value(status) };
      });
      return Promise.resolve(samples);
    },
  });
  return [
    gauge(
      'brokerage_webhook_state',
      '0 enabled, 1 disabled on request, 2 its receiver is gone, 3 it has failed for three days.',
      ({ webhook: { enabled, disabledBecause } }) =>
        enabled ? 0 : DISABLED[disabledBecause ?? 'request'],
    ),
    gauge(
      'brokerage_webhook_state_age_seconds',
      'Seconds since a webhook was enabled or disabled.',
      ({ webhook }) => since(webhook.stateSince, clock.now()),
    ),
    gauge(
      'brokerage_webhook_failing_seconds',
      'Seconds since the first attempt at the event that has not been taken for longest; 0: all are taken.',
      ({ failingSince }) => since(failingSince, clock.now()),
    ),
    gauge(
      'brokerage_webhook_lag_seconds',
      'Seconds since the oldest event happened that has not been taken; 0: none waits.',
      ({ waitingSince }) => since(waitingSince, clock.now()),
    ),
  ];
}

function since(moment: string | undefined, now: number): number {
  return moment === undefined ? 0 : Math.max(0, now - Date.parse(moment)) / 1_000;
}
