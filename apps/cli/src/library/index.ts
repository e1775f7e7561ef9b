export * from '@packwright/core';
export * from '@packwright/node';
export * from '@packwright/toolkit';
