import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Form } from 'antd';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import css from './lov.module.css';

type Props = {
  name: string;
  title: string;
  add: string;
  most: number;
  /** Initial values of a new entry. */
  fresh: object;
  /** Requires at least one entry. */
  needed?: boolean;
  children: (index: number) => ReactNode;
};

/** A list of parts of a form that are added, moved and removed. */
export function Entries({ name, title, add, most, fresh, needed, children }: Props) {
  const t = useTranslations('lovAdmin');
  return (
    <section aria-label={title} className={css.entries}>
      <h3>{title}</h3>
      <Form.List name={name}>
        {(fields, list) => (
          <>
            {fields.map((f, i) => {
              const nth = { title, n: i + 1 };
              return (
                <fieldset key={f.key} className={css.entry}>
                  <legend>{t('nth', nth)}</legend>
                  <Flex gap={4} justify="end" className={css.tools}>
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowUpOutlined />}
                      disabled={i === 0}
                      aria-label={t('up', nth)}
                      onClick={() => list.move(i, i - 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowDownOutlined />}
                      disabled={i === fields.length - 1}
                      aria-label={t('down', nth)}
                      onClick={() => list.move(i, i + 1)}
                    />
                    <Button
                      type="text"
                      size="small"
                      danger
                      icon={<DeleteOutlined />}
                      disabled={needed && fields.length === 1}
                      aria-label={t('remove', nth)}
                      onClick={() => list.remove(i)}
                    />
                  </Flex>
                  {children(f.name)}
                </fieldset>
              );
            })}
            <Button
              block
              type="dashed"
              icon={<PlusOutlined />}
              disabled={fields.length >= most}
              onClick={() => list.add({ ...fresh })}
            >
              {add}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  );
}
