import type { RtgUpdated } from '../domain/rtg.events.js';

/** What the mail to the members who follow a changed model says. The same for all of them. */
export function rtgChangedMail({ name, previous, targetWeights }: RtgUpdated['data']): {
  readonly subject: string;
  readonly text: string;
} {
  const before = new Map(
    previous.targetWeights.map(({ ticker, targetWeight }) => [ticker, targetWeight]),
  );
  const now = new Map(targetWeights.map(({ ticker, targetWeight }) => [ticker, targetWeight]));
  const lines = [...new Set([...now.keys(), ...before.keys()])]
    .filter((ticker) => now.get(ticker) !== before.get(ticker))
    .map((ticker) => `  ${ticker}: ${percent(before.get(ticker))} -> ${percent(now.get(ticker))}`);
  const changes = lines.length > 0 ? ['New target weights:', '', ...lines, ''] : [];
  return {
    subject: `A model you follow has changed: ${name}`,
    text: [
      `The ready-to-go folio model "${name}", which you follow, has changed.`,
      ...(previous.name === name ? [] : [`Its name was "${previous.name}".`]),
      '',
      ...changes,
      'Your folios have not been changed. Please review the model and place the orders you want.',
    ].join('\n'),
  };
}

function percent(weight: string | undefined): string {
  return weight === undefined ? 'none' : `${weight} %`;
}
