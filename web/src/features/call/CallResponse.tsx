import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Player } from '@/kit/audio/Player';
import { get } from '@/lib/api/query';
import { AUDIO_LIFE } from '@/lib/constants';
import { queryClient } from '@/lib/query';
import css from './call.module.css';
import type { Intent } from './request';

type Props = {
  /** Id of the recording; undefined before one is chosen. */
  id?: string;
  /** Name of the recording when it was ordered; it remains after a deletion. */
  name?: string;
  interactive: boolean;
  intents: readonly Intent[];
};

/** Shows what a called person hears: the recording, and the meaning of each answer. */
export function CallResponse({ id, name, interactive, intents }: Props) {
  const t = useTranslations('call.heard');
  return (
    <ol className={css.heard}>
      <li>
        <b>{t('answers')}</b>
      </li>
      <li>{id ? <Recording key={id} id={id} known={name} /> : <b>{t('nothing')}</b>}</li>
      {interactive && (
        <li>
          <b>{t('asked')}</b>
          {intents.length > 0 && (
            <dl className={css.intents}>
              {intents.map((i) => (
                <div key={`${i.digit}${i.word}`}>
                  <dt>{i.digit ? <kbd>{i.digit}</kbd> : t('says', { word: i.word ?? '' })}</dt>
                  <dd>{i.label}</dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      )}
      <li>
        <b>{t('ends')}</b>
      </li>
    </ol>
  );
}

/** The recording to listen to, and what it says. One that was deleted is still played by the orders that have it. */
function Recording({ id, known }: { id: string; known?: string }) {
  const t = useTranslations('call.heard');
  const path = { id };
  const recording = useQuery({ ...get('/call/recording/{id}', { path }), retry: false });
  const asked = { ...get('/call/recording/{id}/audio', { path }), staleTime: AUDIO_LIFE, retry: false };
  const sound = useQuery(asked);
  const load = async (anew: boolean) => {
    const { url } = await queryClient.fetchQuery(anew ? { ...asked, staleTime: 0 } : asked);
    return url;
  };
  const { name = known ?? '…', content, milliseconds = 0 } = recording.data ?? {};
  if (recording.error) {
    return (
      <>
        <b>{t('hears', { name })}</b>
        <small>{t('gone')}</small>
      </>
    );
  }
  return (
    <>
      <b>{t('hears', { name })}</b>
      <Player label={name} seconds={milliseconds / 1000} wave={sound.data?.wave} load={load} />
      {content && <blockquote className={css.content}>{content}</blockquote>}
    </>
  );
}
