import { ListOfText, Text } from '#libs/platform/http';

/** Body of `POST …/watchlist`. */
export class AddTickerDto {
  @Text('Ticker to watch', { required: true, max: 9, example: 'SPY' })
  readonly ticker!: string;
}

/** Response of `GET …/watchlist`. */
export class WatchlistResponse {
  @ListOfText('Tickers, in the order in which they were added', { example: ['SPY'] })
  readonly tickers!: readonly string[];
}
