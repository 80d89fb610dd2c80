/** Number of records of each kind. */
export interface ImportSize {
  readonly folioTransactions: number;
  readonly cashTransactions: number;
}

const DAY = 86_400_000;

/** The records of an import as lines, account by account; reproducible. */
export function* importLines(
  accounts: readonly string[],
  { folioTransactions, cashTransactions }: ImportSize,
): Generator<string> {
  const now = Date.now();
  for (let n = 0; n < folioTransactions; n++) {
    const account = accounts[Math.floor((n * accounts.length) / folioTransactions)] ?? '';
    const path = `/accounts/${account}/folios/${account}01/transactions/${100_000_000 + n}`;
    const date = new Date(now - (n % 1_000) * DAY).toISOString();
    yield JSON.stringify({
      path,
      body: {
        categoryName: 'Trades',
        subCategoryName: 'Buy',
        transactionCode: 'BUY',
        transactionDesc: `Bought ${n % 50} shares of IBM`,
        transactionType: 'Purchase',
        date,
        symbolName: 'International Business Machines',
        ticker: 'IBM',
        quantity: String(1 + (n % 50)),
        price: '125.50',
        net: `-${(1 + (n % 50)) * 125}.50`,
        commission: '4.95',
      },
    });
  }
  for (let n = 0; n < cashTransactions; n++) {
    const account = accounts[Math.floor((n * accounts.length) / cashTransactions)] ?? '';
    yield JSON.stringify({
      path: `/accounts/${account}/cashtransactions/${100_000_000 + n}`,
      body: {
        transactionType: 'AHD',
        targetId: account,
        amount: `${1 + (n % 900)}.25`,
        status: 'CL',
        processDate: '2026-03-02',
      },
    });
  }
}
