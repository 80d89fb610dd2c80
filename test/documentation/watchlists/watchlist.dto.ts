import { ListOfText, Text } from '#libs/platform/http';

/** Body of `POST …/watchlist`. */
export class AddTickerDto {
  @Text({ required: true, max: 9, description: 'Ticker to watch', example: 'SPY' })
  readonly ticker!: string;
}

/** Response of `GET …/watchlist`. */
export class WatchlistResponse {
  @ListOfText({ description: 'Tickers, in the order in which they were added', example: ['SPY'] })
  readonly tickers!: readonly string[];
}
