import { type DynamicModule, Module } from '@nestjs/common';
import { type Platform, PlatformModule } from '#libs/platform/service';

/** The root module: the platform and one module for each context. */
@Module({})
export class ApplicationModule {
  static forRoot(platform: Platform): DynamicModule {
    return {
      module: ApplicationModule,
      imports: [
        PlatformModule.forRoot(platform),
        ...platform.contexts.map((context) => context.module),
      ],
    };
  }
}
