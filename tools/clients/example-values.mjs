/** Values for the examples that are new in each run. Its source is copied into the Postman collection, so it must be self-contained. */
export function exampleValues() {
  const digits = (count) =>
    String(Math.random())
      .slice(2, 2 + count)
      .padEnd(count, '7');
  const between = (min, max) => String(min + Math.floor(Math.random() * (max - min)));
  const ssn = () => between(100, 600) + between(10, 90) + between(1000, 9000);
  const day = new Date(Date.now() + 2 * 86_400_000);
  while (day.getUTCDay() % 6 === 0) day.setUTCDate(day.getUTCDate() + 1);
  const number = between(1, 9) + digits(8);
  return {
    unique: `x${Date.now().toString(36)}${digits(3)}`,
    number,
    newFirm: `5${number}`,
    ssn: ssn(),
    ssn2: ssn(),
    now: new Date().toISOString(),
    nextBusinessDay: day.toISOString().slice(0, 10),
  };
}
