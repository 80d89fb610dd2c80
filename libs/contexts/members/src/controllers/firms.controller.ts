import { Controller, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  LenientBody,
  RefusedException,
  type RequestContext,
  resourcePath,
  throwIfRefused,
} from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { DocumentById, ForRoles, type Platform, PLATFORM } from '#libs/platform/service';
import { OwnProfiles, TaxIds, visible } from '../access.js';
import { ActingPersons } from '../acting-persons.js';
import { CreateFirmCommand, LenientCommand } from '../commands/index.js';
import { memberDirectories } from '../directories.js';
import { firmDocuments, firmView } from '../documents/index.js';
import { firmDecider } from '../domain/index.js';
import { CreateFirmDto, FirmAnswer, InstitutionalFirmDto } from '../dto/index.js';
import { memberRules } from '../rule-codes.js';

/** Firms: corporate ones by advisor firms, institutional ones by an operator (decisions §4, §10). */
@Controller()
export class FirmsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly taxIds: TaxIds,
    private readonly profiles: OwnProfiles,
    private readonly persons: ActingPersons,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  @Post('restapi/firms')
  @ForRoles('client')
  @Describes('Create a corporate firm', {
    request: {
      firmName: 'Acme LLC',
      firmTaxId: '123456789',
      firmTaxIdType: 'TIN',
      firmRep: 'jane.doe',
      primaryAddress: {
        line1: '350 Fifth Avenue',
        city: 'New York',
        state: 'NY',
        zipcode: '10118',
        country: 'US',
      },
    },
    errors: memberRules(
      'group.firm.invalid.representative',
      'group.firm.primary.address.cannot.be.po.box',
      'member.tenpct.security.rule',
    ),
  })
  async create(
    @Context() context: RequestContext,
    @LenientBody(CreateFirmDto) body: Body<CreateFirmDto>,
  ): Promise<Answer> {
    const firmId = await this.persons.openingFirm(context);
    const command = new CreateFirmCommand(body, firmId, commandMetadata(context));
    const outcome = throwIfRefused(await this.commands.execute(command));
    return Answer.created(resourcePath`/restapi/firms/${command.firmId}`, outcome);
  }

  /** The caller's own firm, or a corporate firm of it: for a person one that the person represents or created. */
  @Get('restapi/firms/:firmId')
  @ForRoles('client', 'auditor')
  @Describes('Get a firm', { shape: FirmAnswer })
  async get(@Context() context: RequestContext, @Param('firmId') firmId: string): Promise<Answer> {
    const { caller, consistency } = context;
    if (!isNumericOid(firmId)) throw new RefusedException(notFound());
    const found = await this.queries.execute(new DocumentById(firmDocuments, firmId, consistency));
    const firm = visible(caller, found, found?.scope);
    if (firm.firmType === 'G') {
      await this.profiles.checkOneOf(context, firm.firmRep, firm.createdBy);
    }
    const taxId = firm.firmType === 'G' ? firm.firmTaxId : undefined;
    const whole = await this.taxIds.whole(context, firm.scope, taxId, `firm:${firm.firmId}`);
    const form = whole === undefined ? undefined : 'whole';
    return Answer.ok(firmView(firm, whole), { revision: firm.revision, form });
  }

  @Put('backoffice/firms/:firmId')
  @ForRoles('operator')
  @Describes('Define or change an institutional firm', {
    request: {
      name: 'Acme Advisors',
      firmType: 'L',
      billingLevel: 'account',
      entitlements: ['removeRestrictions'],
    },
  })
  async define(
    @Context() context: RequestContext,
    @Param('firmId') firmId: string,
    @LenientBody(InstitutionalFirmDto) { value: firm, problems }: Body<InstitutionalFirmDto>,
  ): Promise<Answer> {
    if (!isNumericOid(firmId)) throw new RefusedException(notFound());
    const outcome = throwIfRefused(
      await this.commands.execute(
        new LenientCommand(
          firmDecider,
          firmId,
          { type: 'DefineFirm', firmId, firm },
          problems,
          commandMetadata(context),
          { expectedRevision: context.ifMatch },
        ),
      ),
    );
    await memberDirectories(this.platform).firmChanged(firmId, outcome.position);
    return Answer.updated(outcome);
  }
}
