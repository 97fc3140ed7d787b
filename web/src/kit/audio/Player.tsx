import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import css from './audio.module.css';
import { clock } from './clock';
import { Wave } from './Wave';

type Props = {
  /** Name of the sound, and the accessible name of the player. */
  label: string;
  /** Duration, if it is known before the sound is loaded. */
  seconds?: number;
  /** Returns the address, at the first play because addresses expire; `anew` after a failed one. */
  load: (anew: boolean) => Promise<string>;
  /** Peaks up to 255, drawn instead of a line. */
  wave?: readonly number[] | null;
};

/** Player in a row: play, pause, position. Nothing loads before the user presses play. */
export function Player({ label, seconds = 0, load, wave }: Props) {
  const t = useTranslations('audio');
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const [at, setAt] = useState(0);
  const [measured, setMeasured] = useState(0);
  const length = measured || seconds;
  // A page that is hidden is silent.
  useEffect(() => {
    const sound = audio.current;
    return () => sound?.pause();
  }, []);
  const play = async () => {
    const sound = audio.current;
    if (!sound) return;
    if (playing) return sound.pause();
    setBusy(true);
    try {
      if (!sound.src) sound.src = await load(failed);
      await sound.play();
      setFailed(false);
    } catch {
      sound.removeAttribute('src'); // its address may have expired: the next press asks anew
      setFailed(true);
    }
    setBusy(false);
  };
  const seek = (to: number) => {
    setAt(to);
    if (audio.current?.src) audio.current.currentTime = to;
  };
  const part = length > 0 ? Math.min(1, at / length) : 0;
  return (
    <fieldset className={css.player} aria-label={label}>
      {/* biome-ignore lint/a11y/useMediaCaption: what a recording says stands beside it, where it is known */}
      <audio
        ref={audio}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={(e) => setAt(e.currentTarget.currentTime)}
        onLoadedMetadata={(e) => {
          if (Number.isFinite(e.currentTarget.duration)) setMeasured(e.currentTarget.duration);
          if (at > 0) e.currentTarget.currentTime = at;
        }}
      />
      <Button
        type="primary"
        className={css.button}
        loading={busy}
        icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
        aria-label={t(playing ? 'pause' : 'play')}
        onClick={play}
      />
      <div className={css.line} data-wave={Boolean(wave?.length)}>
        {wave && wave.length > 0 && <Wave peaks={wave} part={part} />}
        <input
          className={css.track}
          type="range"
          min={0}
          max={Math.max(length, 0.1)}
          step={0.1}
          value={Math.min(at, length)}
          style={{ '--part': part } as CSSProperties}
          aria-label={t('position')}
          aria-valuetext={t('at', { at: clock(at), of: clock(length) })}
          onChange={(e) => seek(Number(e.target.value))}
        />
      </div>
      <span className={css.time}>
        {clock(at)} / {clock(length)}
      </span>
      {failed && (
        <span className={css.failed} role="alert">
          {t('failed')}
        </span>
      )}
    </fieldset>
  );
}
