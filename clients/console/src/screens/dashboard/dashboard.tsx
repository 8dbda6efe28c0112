export function Dashboard() {
  return <p>…</p>;
}
