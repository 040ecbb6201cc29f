import { configure } from '@testing-library/react';

/** Testing Library waits one second by default, which a busy machine can exceed. This limit only detects hangs. */
configure({ asyncUtilTimeout: 120_000 });

// All files share the storage of one origin, and a page stores its last view when the file before ends.
localStorage.clear();
sessionStorage.clear();
