export default function setup(): never {
  throw new Error('no server');
}
