import { Module } from '@nestjs/common';
import { ConsoleController } from './console.controller.js';

/** The page for operators and auditors at `/console`. */
@Module({
  controllers: [ConsoleController],
})
export class ConsoleModule {}
