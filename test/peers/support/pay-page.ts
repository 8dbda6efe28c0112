interface Form {
  readonly action: string;
  readonly fields: URLSearchParams;
}

/** The page at an address, as the browser of the payer opens it, and what its form would send. */
async function formOf(response: Response): Promise<Form> {
  const html = await response.text();
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const [, action = ''] = /action="([^"]*)"/.exec(html) ?? [];
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of inputs) fields.set(name, value);
  return { action, fields };
}

/** Opens the page of a payment, and returns the last step of paying at the simulated provider, after which the browser is closed. */
export async function openCheckout(payUrl: string, simulatorUrl: string): Promise<() => Promise<Response>> {
  const shop = await formOf(await fetch(payUrl));
  const { action, fields } = await formOf(await fetch(shop.action, { method: 'POST', body: shop.fields }));
  fields.set('how', 'pay and leave');
  return () => fetch(new URL(action, simulatorUrl), { method: 'POST', body: fields });
}
