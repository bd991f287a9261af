/*
 * Licensed to the Acme Authors under the Apache License.
 */

/**
 * Keeps items in memory and reads them through.
 */
@NonNullApi
package com.acme.store;

import com.acme.annotations.NonNullApi;
