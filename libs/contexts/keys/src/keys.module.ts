import { Module } from '@nestjs/common';
import { MasterKeyController } from './http/master-key.controller.js';
import { MasterKeys } from './master-keys.js';
import { ReplaceMasterKeyHandler } from './use-cases/replace-master-key.js';

@Module({ controllers: [MasterKeyController], providers: [MasterKeys, ReplaceMasterKeyHandler] })
export class KeysModule {}
