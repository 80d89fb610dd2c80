import { Module } from '@nestjs/common';
import { ConsoleController } from './http/console.controller.js';

@Module({ controllers: [ConsoleController] })
export class ConsoleModule {}
