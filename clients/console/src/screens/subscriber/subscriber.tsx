export function Subscriber() {
  return <p>…</p>;
}
