import { Module } from '@nestjs/common';
import { MasterKeyController } from './http/master-key.controller.js';
import { MasterKeyReplacement } from './master-key-replacement.js';

@Module({ controllers: [MasterKeyController], providers: [MasterKeyReplacement] })
export class KeysModule {}
