/** What the examples need that is new in each run. Postman has its text too, so it stands by itself. */
export function exampleValues() {
  const digits = (count) =>
    String(Math.random())
      .slice(2, 2 + count)
      .padEnd(count, '7');
  const between = (least, most) => String(least + Math.floor(Math.random() * (most - least)));
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
