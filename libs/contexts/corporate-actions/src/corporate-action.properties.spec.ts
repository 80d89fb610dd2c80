import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimalOf, isRefusal } from '#libs/platform/kernel';
import { countingIds, eventsOf } from '#libs/platform/testing';
import { cast, input, put } from '../test/corporate-action-fixtures.js';
import type { CorporateActionEvent } from './corporate-action.events.js';
import {
  type ActionState,
  AnswerCodes,
  corporateAction,
  type CorporateActionCommand,
  voteOn,
} from './corporate-action.js';

const context = { now: '2026-03-02T15:00:00.000Z', ids: countingIds() };

const code = fc.constantFrom('0', '1', '2', '3');

const director = fc.oneof(
  fc.record({ choiceId: fc.constantFrom('0', '1'), choiceAnswer: fc.constantFrom('0', '3') }),
  fc.record({ choiceId: fc.constantFrom('0', '1', '2'), choiceAnswer: code }),
);

const choices = fc.uniqueArray(director, {
  maxLength: 2,
  selector: ({ choiceId }) => choiceId,
});

const sharesElected = fc.constantFrom('0', '10', '125.5', '126');

/** Votes on questions that sometimes exist: valid ones for each type, and arbitrary ones. */
const vote = fc.oneof(
  { weight: 3, arbitrary: fc.record({ questionsId: fc.constant('d'), choices }) },
  { weight: 1, arbitrary: fc.record({ questionsId: fc.constantFrom('p', 's'), answer: code }) },
  { weight: 2, arbitrary: fc.record({ questionsId: fc.constant('c'), sharesElected }) },
  {
    weight: 1,
    arbitrary: fc.record(
      { questionsId: fc.constantFrom('d', 'p', 's', 'c'), answer: code, choices, sharesElected },
      { requiredKeys: ['questionsId'] },
    ),
  },
);

const feed = fc
  .record({
    questions: fc.subarray(input.questions),
    shares: fc.constantFrom('125.5', '200'),
    status: fc.constantFrom('Open', 'Closed'),
    answer: fc.option(fc.constantFrom('0', '1'), { nil: null }),
  })
  .map(({ questions, answer, ...rest }) =>
    put({
      ...input,
      ...rest,
      questions: questions.map((question) =>
        'choices' in question || question.questionsType === 'C'
          ? question
          : { ...question, answer },
      ),
    }),
  );

const command: fc.Arbitrary<CorporateActionCommand> = fc.oneof(
  feed,
  fc
    .uniqueArray(vote, {
      minLength: 1,
      maxLength: 2,
      selector: ({ questionsId }) => questionsId,
    })
    .map((votes) => cast(...votes)),
);

const commands = fc.array(command, { maxLength: 25, size: 'max' });

const fold = (
  events: readonly CorporateActionEvent[],
  from = corporateAction.initial,
): ActionState | undefined => events.reduce(corporateAction.evolve, from);

const run = (commands: readonly CorporateActionCommand[]): CorporateActionEvent[] =>
  eventsOf(corporateAction, commands);

describe('any list of commands on a corporate action', () => {
  it('a valid vote is one of the codes of its question', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(commands, (list) => {
        const state = fold(run([put(), ...list, put()]));
        for (const question of state?.action.questions ?? []) {
          const current = voteOn(question, state?.votes ?? []);
          if (!current) continue;
          const { questionsType, possibleChoiceAnswers } = question;
          seen.add(questionsType);
          if (questionsType === 'D') {
            for (const { choiceAnswer } of current.choices ?? []) {
              expect(possibleChoiceAnswers).toContain(choiceAnswer);
            }
            expect(current.choices).not.toHaveLength(0);
          } else if (questionsType === 'C') {
            expect(decimalOf(current.sharesElected ?? '').lte('200')).toBe(true);
          } else {
            expect(Object.keys(AnswerCodes[questionsType])).toContain(current.answer);
          }
        }
      }),
    );
    expect([...seen].sort()).toEqual(['C', 'D', 'P', 'S']);
  });

  it('the back office never changes a vote', () => {
    fc.assert(
      fc.property(commands, feed, (list, next) => {
        const before = fold(run(list));
        const decision = corporateAction.decide(next, before, context);
        if (isRefusal(decision)) throw new Error('the feed is right');
        const after = fold(decision, before);
        for (const question of after?.action.questions ?? []) {
          const current = voteOn(question, before?.votes ?? []);
          if (current) expect(voteOn(question, after?.votes ?? [])).toEqual(current);
        }
      }),
    );
  });

  it('each command sent twice leaves the same events', () => {
    fc.assert(
      fc.property(commands, (list) => {
        expect(run(list.flatMap((next) => [next, next]))).toEqual(run(list));
      }),
    );
  });
});
