import { describe, expect, it } from '@jest/globals';
import { FieldCode, fieldProblem, notFound, ruleProblem } from '#libs/platform/kernel';
import { FIELD_CODES, STATUS_CODES_IN_WORDS } from './error-codes.js';
import { ProblemsException, responseToRefusal } from './problems.js';

describe('completed problems', () => {
  it.each(Object.entries(STATUS_CODES_IN_WORDS).filter(([status]) => status !== '401'))(
    'those of status %s have a code for programs',
    (status, codes) => {
      const { problems } = new ProblemsException(Number(status), 'What happened.');
      const [{ errorCode = '', message } = {}] = problems;
      expect(Object.keys(codes)).toContain(errorCode);
      expect(message).toBe('What happened.');
    },
  );

  it.each(Object.values(FieldCode).filter((code) => code in FIELD_CODES))(
    '%s has words where nobody says more',
    (code) => {
      const plain = new ProblemsException(400, fieldProblem('zip', code));
      expect(plain.problems).toEqual([
        { ...fieldProblem('zip', code), message: `${FIELD_CODES[code]}.` },
      ]);
      const more = [fieldProblem('zip', code, 'five digits')];
      expect(new ProblemsException(400, more).problems).toEqual(more);
    },
  );

  it('keep the code of a rule', () => {
    const broken = ruleProblem('some.rule', 'Too late.', 'date');
    expect(new ProblemsException(400, [broken]).problems).toEqual([broken]);
    expect(responseToRefusal(notFound()).problems).toMatchObject([{ errorCode: 'not.found' }]);
  });
});
