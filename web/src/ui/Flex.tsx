import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'div'>, 'wrap'> & {
  gap?: number;
  wrap?: boolean;
  vertical?: boolean;
  align?: 'center' | 'start' | 'end' | 'baseline';
  justify?: 'space-between' | 'flex-end' | 'center';
};

/** A row, or a column, of parts. */
export function Flex({ gap, wrap, vertical, align, justify, className, style, ...rest }: Props) {
  const classes = [
    className,
    'ant-flex css-var-root',
    wrap && 'ant-flex-wrap-wrap',
    vertical && 'ant-flex-vertical',
    vertical && !align && 'ant-flex-align-stretch',
  ];
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      style={{ gap, alignItems: align, justifyContent: justify, ...style }}
      {...rest}
    />
  );
}
