/** Separator that never occurs in the name of a key. */
const BETWEEN = '\n';

/** Name of the key of a person (by login id) or of a firm's own data (by firm id). */
export function personKeyId(loginId: string): string {
  return `person:${loginId}`;
}

/** A subject protected by several keys: readable as long as none of them is destroyed. */
export function subjectOfKeys(keyIds: readonly string[]): string {
  return keyIds.join(BETWEEN);
}

/** The subject of data about several persons. */
export function subjectOfPersons(loginIds: readonly string[]): string {
  return subjectOfKeys(loginIds.map(personKeyId));
}

export function keysOfSubject(subject: string): readonly string[] {
  return subject.split(BETWEEN);
}
