import type { OpenAPIObject } from 'trpc-openapi';
import { z } from 'zod';
import { exampleOf } from './openapi-examples.ts';
import { parametersText } from './openapi-texts.ts';
import type { Route } from './routes.ts';

type OperationObject = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['post']>;
type Parameter = NonNullable<OperationObject['parameters']>[number];

/** Describes an endpoint whose body is a file: its parameters are in the address. */
export function takeFile(operation: OperationObject, route: Route): void {
  const { shape } = parametersText(route);
  const example = exampleOf(route);
  operation.parameters = Object.entries(shape).map(([name, schema]) => {
    const json = z.toJSONSchema(schema as z.ZodType);
    // As `openapi-texts.ts` leaves it for the generator of bodies.
    const { description, ...own } = (json.override ?? json) as Readonly<Record<string, unknown>>;
    const required = !(schema as z.ZodType).safeParse(undefined).success;
    const given = example[name] === undefined ? {} : { example: example[name] };
    return {
      name,
      in: 'query',
      required,
      ...(typeof description === 'string' ? { description } : {}),
      schema: own,
      ...given,
    } as Parameter;
  });
  operation.requestBody = {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  };
}
