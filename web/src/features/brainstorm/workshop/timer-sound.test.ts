import { afterEach, expect, test, vi } from "vitest";
import { isTimerSoundOn, onTimerSound, playTimerSound, setTimerSound } from "./timer-sound.ts";

/** A browser's audio that only notes when its tones start. */
class Audio {
  static started: number[] = [];
  currentTime = 10;
  destination = {};
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: object) => next,
    start: (at: number) => Audio.started.push(at),
    stop: () => undefined,
  });
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    connect: () => undefined,
  });
  close = async () => undefined;
}

afterEach(() => {
  setTimerSound(false);
  vi.unstubAllGlobals();
});

test("the end of a timer is heard only after the viewer allows it, and until they end it", () => {
  vi.stubGlobal("AudioContext", Audio);
  const states: boolean[] = [];
  const stop = onTimerSound(() => states.push(isTimerSoundOn()));
  playTimerSound();
  expect(Audio.started).toEqual([]);
  setTimerSound(true);
  expect(Audio.started).toEqual([10, 10.2, 10.4]);
  playTimerSound();
  expect(Audio.started).toHaveLength(6);
  setTimerSound(false);
  playTimerSound();
  expect(Audio.started).toHaveLength(6);
  expect(states).toEqual([true, false]);
  stop();
});
