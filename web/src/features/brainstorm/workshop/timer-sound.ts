/**
 * The sound at the end of a timer. It is off until the viewer allows it: browsers play nothing before a press, and not
 * everyone in a meeting wants to hear it. It lasts as long as the page.
 */
let player: AudioContext | null = null;
const listeners = new Set<() => void>();

export const isTimerSoundOn = (): boolean => player !== null;

export function onTimerSound(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Allows the sound and plays it once, so that the viewer knows it, or ends it. Call it for a press. */
export function setTimerSound(isOn: boolean): void {
  const before = player;
  player = isOn ? new AudioContext() : null;
  before?.close().catch(() => undefined);
  playTimerSound();
  for (const listener of listeners) listener();
}

/** Three tones, each higher than the one before it: in hertz, and their starts in seconds. */
const tones = [
  { pitch: 660, at: 0 },
  { pitch: 880, at: 0.2 },
  { pitch: 1320, at: 0.4 },
];
const lengthSeconds = 0.35;
const volume = 0.2;

/** Plays the sound, if the viewer has allowed it. */
export function playTimerSound(): void {
  if (!player) return;
  for (const { pitch, at } of tones) {
    const start = player.currentTime + at;
    const [tone, loudness] = [player.createOscillator(), player.createGain()];
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(volume, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + lengthSeconds);
    tone.connect(loudness).connect(player.destination);
    tone.start(start);
    tone.stop(start + lengthSeconds);
  }
}
