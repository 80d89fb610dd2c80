import 'reflect-metadata';
import { Body, Controller, Get, HttpCode, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { IsBoolean, IsOptional, IsString, MaxLength } from 'class-validator';

/** The body of endpoint 18, as any Nest service would validate it. */
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

const constant = JSON.parse(process.env['FLOOR_ANSWER'] ?? '{}') as object;

@Controller()
class FloorController {
  @Post('floor')
  @HttpCode(201)
  create(@Body() _body: FloorBody): void {
    return;
  }

  @Get('floor')
  read(): object {
    return constant;
  }
}

@Module({ controllers: [FloorController] })
class FloorModule {}

/** The least a Nest and Fastify service does: what the benchmarks compare with. Prints its port. */
const app = await NestFactory.create<NestFastifyApplication>(FloorModule, new FastifyAdapter(), {
  logger: false,
});
app.useGlobalPipes(
  new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
);
await app.listen(0, '127.0.0.1');
process.stdout.write(`${JSON.stringify({ url: await app.getUrl() })}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
