/**
 * Smooth noise between -1 and 1 over three dimensions: values on a lattice, blended in between, and three
 * octaves of them on top of each other. The same seed gives the same map on every screen.
 */
export function createNoise(seed: number): (x: number, y: number, z: number) => number {
  const lattice = (x: number, y: number, z: number) => hash(seed, x, y, z) * 2 - 1;
  return (x, y, z) => {
    let sum = 0;
    let share = 0.6;
    for (let octave = 0; octave < 3; octave += 1) {
      const scale = 2 ** octave;
      sum += share * blended(lattice, x * scale, y * scale, z * scale);
      share *= 0.42;
    }
    return sum;
  };
}

function blended(
  lattice: (x: number, y: number, z: number) => number,
  x: number,
  y: number,
  z: number,
): number {
  const [x0, y0, z0] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [ease(x - x0), ease(y - y0), ease(z - z0)];
  const edge = (dy: number, dz: number) =>
    mix(lattice(x0, y0 + dy, z0 + dz), lattice(x0 + 1, y0 + dy, z0 + dz), u);
  return mix(mix(edge(0, 0), edge(1, 0), v), mix(edge(0, 1), edge(1, 1), v), w);
}

function hash(seed: number, x: number, y: number, z: number): number {
  let bits = (seed ^ Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(z, 2_147_483_647)) | 0;
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177);
  bits = Math.imul(bits ^ (bits >>> 15), 2_246_822_519);
  return ((bits ^ (bits >>> 16)) >>> 0) / 4_294_967_296;
}

const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
const mix = (a: number, b: number, t: number) => a + (b - a) * t;
