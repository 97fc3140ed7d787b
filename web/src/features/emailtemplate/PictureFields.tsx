import { Input } from 'antd';
import { useTranslations } from 'next-intl';
import { NumberInput } from '@/kit/input/NumberInput';
import { UploadField } from '@/kit/upload/UploadField';
import { type Block, DESIGN_LIMITS } from './design';
import { Labelled } from './Labelled';
import { TextOf } from './parts';
import { isUploaded } from './pictures';
import { useEditorApi } from './useEditor';

/** Heavier pictures make readers wait. */
const MAX_BYTES = 1_048_576;

/** The file or address of a picture, what it shows, its width and where it leads. */
export function PictureFields({ block }: { block: Block }) {
  const t = useTranslations('emaileditor');
  const api = useEditorApi();
  const picture = block.picture ?? { url: '', alt: '' };
  const own = isUploaded(picture.url);
  const edit = (change: Partial<typeof picture>) => api.edit(block.id, { picture: { ...picture, ...change } });
  return (
    <>
      <UploadField
        kind="public"
        max={MAX_BYTES}
        value={own ? { id: picture.url, name: t('uploaded') } : undefined}
        onChange={(file) =>
          edit(file?.address ? { url: file.address, alt: picture.alt || altOf(file.name) } : { url: '' })
        }
      />
      <TextOf
        label={t('pictureUrl')}
        hint={t('pictureUrlHint')}
        url
        value={own ? '' : picture.url}
        max={DESIGN_LIMITS.address}
        onChange={(url) => edit({ url })}
      />
      <Labelled label={t('alt')} hint={t('altHint')}>
        <Input value={picture.alt} maxLength={DESIGN_LIMITS.alt} onChange={(e) => edit({ alt: e.target.value })} />
      </Labelled>
      <Labelled label={t('pictureWidth')} hint={t('pictureWidthHint')}>
        <NumberInput
          value={picture.width}
          min={1}
          max={DESIGN_LIMITS.width.most}
          onChange={(n, unread) => {
            if (n === null ? unread === undefined : n >= 1 && n <= DESIGN_LIMITS.width.most)
              edit({ width: n ?? undefined });
          }}
        />
      </Labelled>
      <TextOf
        label={t('link')}
        url
        value={picture.link ?? ''}
        max={DESIGN_LIMITS.address}
        onChange={(link) => edit({ link: link || undefined })}
      />
    </>
  );
}

/** A first text of what a picture shows, from the name of its file. */
export const altOf = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
