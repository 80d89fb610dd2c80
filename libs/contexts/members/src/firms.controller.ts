import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  MAX_PAGE_SIZE,
  type RequestContext,
  resourcePath,
  Response,
  type RowRequest,
  sortOf,
  ForRoles,
} from '#libs/platform/http';
import {
  forbidden,
  isNumericOid,
  notFound,
  RefusedException,
  searchForm,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow } from '#libs/platform/service';
import { type FirmDocument, firmDocuments } from './firm.document.js';
import {
  CreateFirmDto,
  FirmResponse,
  FirmsQuery,
  InstitutionalFirmDto,
  toFirmResponse,
} from './firm.dto.js';
import { CreateFirmCommand, DefineFirmCommand } from './firm.handlers.js';
import { ActingPersons, firmOf } from './member.facts.js';
import { OwnProfiles, TaxIds, visible } from './member.guard.js';
import { STREET_ADDRESS } from './person.dto.js';
import { memberRules } from './person.js';

/** Corporate firms of advisor firms ([firm.create]), and institutional firms, defined by operators ([back-office.firms]). */
@Controller()
export class FirmsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly taxIds: TaxIds,
    private readonly profiles: OwnProfiles,
    private readonly persons: ActingPersons,
  ) {}

  @Post('restapi/firms')
  @ForRoles('client')
  @Describes('Create a corporate firm', {
    request: {
      firmName: 'Acme LLC',
      firmTaxId: '123456789',
      firmTaxIdType: 'TIN',
      firmRep: 'jane.doe',
      primaryAddress: STREET_ADDRESS,
    },
    errors: memberRules.of(
      'group.firm.invalid.representative',
      'group.firm.primary.address.cannot.be.po.box',
      'member.tenpct.security.rule',
    ),
  })
  async create(
    @Context() context: RequestContext,
    @Body(FieldsOf(CreateFirmDto)) body: Fields<CreateFirmDto>,
  ) {
    const firmId = firmOf(context.caller);
    const person = await this.persons.restrictedTo(context);
    if (person !== undefined && body.value.firmRep !== person) {
      const message = 'A person may create a firm only as its representative.';
      throw new RefusedException(forbidden(message));
    }
    const payload = { firm: body.with(), parentFirmId: firmId };
    const command = new CreateFirmCommand(payload, context);
    const outcome = await this.commands.execute(command);
    return Response.created(resourcePath`/restapi/firms/${command.firmId}`, outcome);
  }

  /** The caller's firm and its corporate firms; for a person only corporate firms the person represents or created; for an auditor all. */
  @Get('restapi/firms')
  @ForRoles('client', 'auditor')
  @Describes('List firms', { shape: FirmResponse, list: true, pages: MAX_PAGE_SIZE })
  async list(@Context() context: RequestContext, @Query() query: FirmsQuery) {
    const { caller, consistency } = context;
    const isAuditor = caller.roles.includes('auditor');
    const person = isAuditor ? undefined : this.persons.person(context);
    const { firmType, name = '', sort } = query;
    const { by, order } = sortOf(sort);
    const selection = {
      index: by === 'name' ? 'byName' : 'byScope',
      equals: isAuditor ? [] : [firmOf(caller)],
      order,
    };
    const part = searchForm(name);
    return listAnswer(query, {
      page: this.readModels.of(firmDocuments).pages(selection, consistency),
      keep: (firm: FirmDocument) =>
        (firmType === undefined || firm.firmType === firmType) &&
        (firm.sortName ?? '').includes(part) &&
        (person === undefined ||
          firm.firmType !== 'G' ||
          [firm.firmRep, firm.createdBy].includes(person)),
      showAll: (firms) =>
        Promise.all(
          firms.map(async (firm) => toFirmResponse(firm, await this.#wholeTaxId(context, firm))),
        ),
      defaultLimit: MAX_PAGE_SIZE,
    });
  }

  @Get('restapi/firms/:firmId')
  @ForRoles('client', 'auditor')
  @Describes('Get a firm', { shape: FirmResponse })
  async get(@Context() context: RequestContext, @Param('firmId') firmId: string) {
    const { caller, consistency } = context;
    if (!isNumericOid(firmId)) throw new RefusedException(notFound());
    const found = await this.readModels.of(firmDocuments).shown(firmId, consistency);
    const firm = visible(caller, found, found?.scope);
    if (firm.firmType === 'G') {
      this.profiles.checkOneOf(context, firm.firmRep, firm.createdBy);
    }
    const whole = await this.#wholeTaxId(context, firm);
    const form = whole === undefined ? undefined : 'whole';
    return Response.ok(toFirmResponse(firm, whole), { revision: firm.revision, form });
  }

  @BackOfficeRow('firms/:firmId', {
    summary: 'Define or change an institutional firm',
    body: InstitutionalFirmDto,
    role: 'operator',
    request: {
      name: 'Acme Advisors',
      firmType: 'L',
      billingLevel: 'account',
      entitlements: ['removeRestrictions'],
    },
  })
  async define({ params: { firmId }, body, context }: RowRequest<InstitutionalFirmDto, 'firmId'>) {
    if (!isNumericOid(firmId)) throw new RefusedException(notFound());
    const firm = body.with();
    const outcome = await this.commands.execute(new DefineFirmCommand({ firmId, firm }, context));
    return Response.updated(outcome);
  }

  #wholeTaxId(context: RequestContext, firm: FirmDocument): Promise<string | undefined> {
    const taxId = firm.firmType === 'G' ? firm.firmTaxId : undefined;
    return this.taxIds.whole(context, firm.scope, taxId, `firm:${firm.firmId}`);
  }
}
