import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';

/** Says the title of a screen to those who do not see that it is another one; of the first, the browser does. */
export function Announcer() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title));
    const element = document.querySelector('title');
    if (element) observer.observe(element, { childList: true });
    return () => observer.disconnect();
  }, []);
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>;
}
