import 'reflect-metadata';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Module,
  Post,
  Req,
  StreamableFile,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';

/** The body that creates a folio, as any Nest service would validate it. */
class FloorBody {
  @IsString()
  @MaxLength(50)
  folioName!: string;

  @IsString()
  accountNumber!: string;

  @IsBoolean()
  dividendReinvest!: boolean;

  @IsOptional()
  @IsString()
  benchmark?: string;

  @IsOptional()
  @IsString()
  prepackagedFolioId?: string;

  @IsOptional()
  @IsBoolean()
  dividendPayToAccount?: boolean;
}

const constant = JSON.parse(await text(process.stdin)) as object;

async function* answersTo(body: IncomingMessage): AsyncGenerator<string> {
  let line = 0;
  let begun = '';
  for await (const piece of body.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (begun + piece).split('\n');
    begun = lines.pop() ?? '';
    let answers = '';
    for (const one of lines) {
      const { path } = JSON.parse(one) as { path: string };
      answers += `${JSON.stringify({ line: ++line, path, status: 200 })}\n`;
    }
    if (answers !== '') yield answers;
  }
}

@Controller()
class FloorController {
  @Post('floor')
  @HttpCode(201)
  create(@Body() _body: FloorBody): void {
    return;
  }

  /** Parses lines {path, body} and responds to each. */
  @Post('floor/import')
  @HttpCode(200)
  import(@Req() { raw }: { readonly raw: IncomingMessage }): StreamableFile {
    return new StreamableFile(Readable.from(answersTo(raw)), { type: 'application/x-ndjson' });
  }

  @Get('floor')
  read(): object {
    return constant;
  }
}

@Module({ controllers: [FloorController] })
class FloorModule {}

/** A minimal Nest and Fastify service as the baseline of the benchmarks. Prints its port. */
const app = await NestFactory.create<NestFastifyApplication>(FloorModule, new FastifyAdapter(), {
  logger: false,
});
app.useGlobalPipes(
  new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
);
const fastify = app.getHttpAdapter().getInstance();
fastify.addContentTypeParser('application/x-ndjson', (_request, _payload, done) => done(null));
await app.listen(0, '127.0.0.1');
process.stdout.write(`${JSON.stringify({ url: await app.getUrl() })}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
