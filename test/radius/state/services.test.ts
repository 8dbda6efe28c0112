import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ServiceFacts } from '../../../src/radius/state/directory/service.ts';
import { Services } from '../../../src/radius/state/directory/services.ts';
import { ispWith, planWith, serviceWith } from '../fixtures/facts.ts';
import '../../fixtures/properties.ts';

const isp = ispWith();
const plan = planWith();
const shared = { isp: () => isp, plan: () => plan };

const day = fc.option(
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const facts: fc.Arbitrary<ServiceFacts> = fc.record({
  id: fc.integer({ min: 1, max: 30 }),
  isp: fc.constant(isp),
  plan: fc.constant(plan),
  resellerId: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
  key: fc.oneof(fc.constantFrom('asha', 'ravi', 'meena'), fc.string({ maxLength: 300, unit: 'grapheme' })),
  status: fc.constantFrom('Active', 'NP', 'NPD', 'Suspend', 'NewRequest'),
  prepaid: fc.boolean(),
  level: fc.integer({ min: 1, max: 5 }),
  exhausted: fc.boolean(),
  ipAssignment: fc.constantFrom('NAS', 'IPpool', 'StaticIP', 'Subnet'),
  poolId: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
  staticIp: fc.option(fc.ipV4()),
  ip6Prefix: fc.option(fc.constant('2001:db8:ff::/64')),
  pdPrefix: fc.option(fc.constant('2001:db8:ff00::/56')),
  sessionLimit: fc.option(fc.integer({ min: 1, max: 64 })),
  mac: fc.option(fc.constant('00:00:5e:00:53:01')),
  macBind: fc.constantFrom('Auto', 'Manual', 'No'),
  macGeneration: fc.nat(5),
  validUpto: day,
  graceUpto: day,
  promiseUpto: day,
  problemUpto: day,
  sealedPassword: fc.uint8Array({ maxLength: 400 }).map((octets) => Buffer.from(octets)),
});

it('a service is read as it was put, whatever else is put and removed', () => {
  const step = fc.record({ service: facts, removes: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const services = new Services(shared);
      const model = new Map<number, ServiceFacts>();
      for (const { service, removes } of steps) {
        if (removes) {
          services.remove(service.id);
          model.delete(service.id);
        } else {
          services.put(service, 1);
          model.set(service.id, service);
        }
      }
      expect(services.size).toBe(model.size);
      for (let id = 1; id <= 30; id++) {
        const found = services.byId(id);
        expect(found && { ...found }).toEqual(model.get(id));
      }
      for (const { key } of model.values()) {
        expect(services.byName(1, key)?.key).toBe(key);
        expect(services.byName(2, key)).toBeUndefined();
      }
    }),
  );
});

it('a renamed service is found by its new name only', () => {
  const services = new Services(shared);
  services.put(serviceWith({ id: 1, key: 'old' }), 1);
  services.put(serviceWith({ id: 1, key: 'new' }), 1);
  expect(services.byName(1, 'new')?.id).toBe(1);
  expect(services.byName(1, 'old')).toBeUndefined();
});

it('a name that a second service has taken is the second one’s', () => {
  const services = new Services(shared);
  services.put(serviceWith({ id: 1, key: 'asha' }), 1);
  services.put(serviceWith({ id: 2, key: 'asha' }), 1);
  expect(services.byName(1, 'asha')?.id).toBe(2);
  services.put(serviceWith({ id: 1, key: 'asha2' }), 1);
  expect(services.byName(1, 'asha')?.id).toBe(2);
});

it('a reload removes what it did not find, and nothing that was put meanwhile', async () => {
  const services = new Services(shared);
  for (let id = 1; id <= 10_000; id++) services.put(serviceWith({ id, key: `user${id}` }), id % 2 === 0 ? 2 : 1);
  const swept = services.sweep(2);
  for (let id = 10_001; id <= 40_000; id++) services.put(serviceWith({ id, key: `user${id}` }), 2);
  await swept;
  expect(services.size).toBe(35_000);
  for (let id = 1; id <= 40_000; id++) expect(services.byId(id)?.id).toBe(id % 2 === 0 || id > 10_000 ? id : undefined);
});

it('the credential of a service is decrypted once, and again after its password changes', () => {
  const services = new Services(shared);
  let count = 0;
  const unseal = (sealed: Buffer) => {
    count += 1;
    return sealed.toString();
  };
  services.put(serviceWith({ id: 1, sealedPassword: Buffer.from('first') }), 1);
  services.byId(1)?.credential(unseal);
  services.put(serviceWith({ id: 1, sealedPassword: Buffer.from('first'), level: 2 }), 1);
  services.byId(1)?.credential(unseal);
  expect(count).toBe(1);
  services.put(serviceWith({ id: 1, sealedPassword: Buffer.from('second') }), 1);
  services.byId(1)?.credential(unseal);
  expect(count).toBe(2);
});

it('a binding holds for rows read before it is saved, unless the MAC address was set after the log-in', () => {
  const services = new Services(shared);
  const binding = { id: 1, generation: 3, mac: '00:00:5e:00:53:01' };
  services.put(serviceWith({ id: 1, macGeneration: 3 }), 1);
  services.bind(binding);
  expect(services.byId(1)?.mac).toBe(binding.mac);
  services.put(serviceWith({ id: 1, macGeneration: 3 }), 1);
  expect(services.byId(1)?.mac).toBe(binding.mac);
  services.put(serviceWith({ id: 1, macGeneration: 4 }), 1);
  expect(services.byId(1)?.mac).toBeNull();
  services.bindingSaved(binding);
  services.put(serviceWith({ id: 1, macGeneration: 3 }), 1);
  expect(services.byId(1)?.mac).toBeNull();
});

it('a service that is only peeked at is none of those in use', () => {
  const services = new Services(shared);
  services.put(serviceWith({ id: 7 }), 1);
  const peeked = services.peek(7);
  expect(peeked).not.toBe(services.peek(7));
  const used = services.byId(7);
  expect(used).toEqual(peeked);
  expect(services.peek(7)).toBe(used);
  expect(services.peek(8)).toBeUndefined();
});
