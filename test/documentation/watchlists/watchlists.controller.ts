import { Body, Controller, Get, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import {
  Response,
  Context,
  Describes,
  type RequestContext,
  resourcePath,
} from '#libs/platform/http';
import { ReadModels } from '#libs/platform/read-models';
import { AddTickerCommand } from './watchlist.handlers.js';
import { watchlistDocuments } from './watchlist.document.js';
import { AddTickerDto, WatchlistResponse } from './watchlist.dto.js';
import { watchlistRules } from './watchlist.js';

@Controller('restapi/accounts/:accountnumber/watchlist')
export class WatchlistsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
  ) {}

  @Post()
  @OnAccount('trade')
  @Describes('Add a ticker to the watch list', { errors: watchlistRules.of('watchlist.full.rule') })
  async add(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Body() { ticker }: AddTickerDto,
  ) {
    const command = new AddTickerCommand({ accountNumber, ticker }, context);
    const outcome = await this.commands.execute(command);
    return Response.created(resourcePath`/restapi/accounts/${accountNumber}/watchlist`, outcome);
  }

  @Get()
  @OnAccount('summary')
  @Describes('Get the watch list of an account', { shape: WatchlistResponse })
  async get(
    @Context() { consistency }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
  ) {
    const found = await this.readModels.of(watchlistDocuments).shown(accountNumber, consistency);
    return Response.ok({ tickers: found?.tickers ?? [] }, { revision: found?.revision ?? 0 });
  }
}
