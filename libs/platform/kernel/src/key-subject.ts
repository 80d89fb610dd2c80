/** Stands in no name of a key. */
const BETWEEN = '\n';

/** Name of the key of a person: of a login id, or of the id of a firm for what it owns. */
export function personKeyId(loginId: string): string {
  return `person:${loginId}`;
}

/** The subject of what several keys protect together: it can be read as long as none of them is destroyed. */
export function subjectOfKeys(keyIds: readonly string[]): string {
  return keyIds.join(BETWEEN);
}

/** The subject of what is said of persons: the keys of all of them together. */
export function subjectOfPersons(loginIds: readonly string[]): string {
  return subjectOfKeys(loginIds.map(personKeyId));
}

/** Names of the keys of a subject, one or several. */
export function keysOfSubject(subject: string): readonly string[] {
  return subject.split(BETWEEN);
}
