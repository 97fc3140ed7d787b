import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { notifier, showError } from '@/lib/notifier';

/** Seconds that an offer to undo stays: longer than a message without one, because it must be read and reached. */
const OFFERED = 8;

let made = 0;

/** Says that something is done, and offers to undo it for a while. `undo` sends the call that reverses it. */
export function useUndo() {
  const t = useTranslations('table');
  return (done: string, undo: () => Promise<unknown>) => {
    const key = `undo-${++made}`;
    let pressed = false;
    const press = async () => {
      if (pressed) return;
      pressed = true;
      notifier.current?.message.destroy(key);
      try {
        await undo();
        notifier.current?.message.success(t('undone'));
      } catch (e) {
        showError(e);
      }
    };
    notifier.current?.message.success({
      key,
      duration: OFFERED,
      content: (
        <>
          {done}
          <Button type="link" size="small" onClick={() => void press()}>
            {t('undo')}
          </Button>
        </>
      ),
    });
  };
}
